package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"syscall"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// errorWasShown is the exit code by which an SDK says that it has already told the user what went wrong.
const errorWasShown = 32

// Run runs a program. That it can't run is the program's failure, and not one of the call.
func (h *host) Run(ctx context.Context, request *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	response, err := h.runProgram(ctx, request)
	if err != nil {
		return &pulumirpc.RunResponse{Error: err.Error()}, nil
	}
	return response, nil
}

func (h *host) runProgram(call context.Context, request *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	if err := checkInfo(request.Info); err != nil {
		return nil, err
	}
	command, err := h.language.program(request.Info, h.programArguments(request))
	if err != nil {
		return nil, err
	}
	configuration, err := configurationOf(request)
	if err != nil {
		return nil, err
	}
	command.environment = append(command.environment, configuration...)
	ctx, stop := h.untilCancelled(call)
	defer stop()
	// The engine shows the host's output to the user, so the program writes right there.
	state, err := command.run(ctx, os.Stdout, os.Stderr)
	if err != nil {
		return nil, err
	}
	return outcomeOf(state), nil
}

// programArguments are the engine's settings, the entry point and the program's own arguments. What is empty is left out.
func (h *host) programArguments(request *pulumirpc.RunRequest) []string {
	h.mutex.Lock()
	engine := h.engine
	h.mutex.Unlock()
	settings := []struct{ name, value string }{
		{"monitor", request.MonitorAddress},
		{"engine", engine},
		{"organization", request.Organization},
		{"project", request.Project},
		{"root-directory", request.Info.RootDirectory},
		{"stack", request.Stack},
		{"pwd", request.Info.ProgramDirectory},
		{"parallel", strconv.Itoa(int(request.Parallel))},
	}
	var args []string
	for _, setting := range settings {
		if setting.value != "" {
			args = append(args, "--"+setting.name, setting.value)
		}
	}
	if request.DryRun {
		args = append(args, "--dry-run")
	}
	args = append(args, request.Info.EntryPoint)
	return append(args, request.Args...)
}

// configurationOf is the stack's configuration as environment variables.
func configurationOf(request *pulumirpc.RunRequest) ([]string, error) {
	// SDKs read an object and an array, and Go writes what is nil as null.
	configuration, secretKeys := request.Config, request.ConfigSecretKeys
	if configuration == nil {
		configuration = map[string]string{}
	}
	if secretKeys == nil {
		secretKeys = []string{}
	}
	values, err := json.Marshal(configuration)
	if err != nil {
		return nil, err
	}
	keys, err := json.Marshal(secretKeys)
	if err != nil {
		return nil, err
	}
	return []string{"PULUMI_CONFIG=" + string(values), "PULUMI_CONFIG_SECRET_KEYS=" + string(keys)}, nil
}

// outcomeOf tells the engine how a program ended.
func outcomeOf(state *os.ProcessState) *pulumirpc.RunResponse {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return &pulumirpc.RunResponse{Error: "Program was ended by " + signalName(status.Signal())}
	}
	switch code := state.ExitCode(); code {
	case 0:
		return &pulumirpc.RunResponse{}
	case errorWasShown:
		return &pulumirpc.RunResponse{Bail: true}
	default:
		return &pulumirpc.RunResponse{Error: fmt.Sprintf("Program exited with non-zero exit code: %d", code)}
	}
}

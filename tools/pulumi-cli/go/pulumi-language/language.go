package main

import (
	"context"
	"errors"
	"fmt"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// language is what differs between the languages. Each error is one line that says how to fix it.
type language interface {
	// name is how the engine calls it.
	name() string
	// title is how people call it.
	title() string
	// about finds the executable that runs programs, and its version.
	about(ctx context.Context) (executable, version string, err error)
	// program runs a program with the engine's settings, its entry point and its arguments.
	program(info *pulumirpc.ProgramInfo, arguments []string) (command, error)
	// plugin runs a plugin that is written in the language, such as a policy pack.
	plugin(request *pulumirpc.RunPluginRequest) (command, error)
	// install installs what the program depends on, with commands that it runs one after the other.
	install(info *pulumirpc.ProgramInfo, run func(command) error) error
	// link makes the SDK in path, relative to the program's directory, a dependency of the program.
	link(directory, path string) (linked, error)
}

// linked is a generated SDK that is a dependency of the program now.
type linked struct {
	// statement imports it.
	statement string
	// step is what the user has still to do, if anything.
	step string
}

// checkInfo refuses a request that doesn't say where the program is.
func checkInfo(info *pulumirpc.ProgramInfo) error {
	if info == nil {
		return errors.New("The engine is too old: it doesn't say where the program is.")
	}
	return nil
}

// textOption is an option of `runtime.options` in Pulumi.yaml or PulumiPolicy.yaml that is a string; empty where the file has none.
func textOption(info *pulumirpc.ProgramInfo, name string) (string, error) {
	value, found := info.Options.AsMap()[name]
	if !found {
		return "", nil
	}
	text, ok := value.(string)
	if !ok {
		return "", fmt.Errorf("The runtime option %s must be a string.", name)
	}
	return text, nil
}

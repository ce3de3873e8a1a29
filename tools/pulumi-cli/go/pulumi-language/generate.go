package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/protobuf/proto"
)

func (h *host) GeneratePackage(
	ctx context.Context, request *pulumirpc.GeneratePackageRequest,
) (*pulumirpc.GeneratePackageResponse, error) {
	response := &pulumirpc.GeneratePackageResponse{}
	return response, h.generate(ctx, "generatePackage", request, response)
}

func (h *host) GenerateProgram(
	ctx context.Context, request *pulumirpc.GenerateProgramRequest,
) (*pulumirpc.GenerateProgramResponse, error) {
	response := &pulumirpc.GenerateProgramResponse{}
	return response, h.generate(ctx, "generateProgram", request, response)
}

func (h *host) GenerateProject(
	ctx context.Context, request *pulumirpc.GenerateProjectRequest,
) (*pulumirpc.GenerateProjectResponse, error) {
	response := &pulumirpc.GenerateProjectResponse{}
	return response, h.generate(ctx, "generateProject", request, response)
}

// generate has `codegen` answer a request. It is a program of its own because the generators take longer to load than all of the host, which
// every command starts, and few commands generate code.
func (h *host) generate(ctx context.Context, method string, request, response proto.Message) error {
	program, err := codegen()
	if err != nil {
		return err
	}
	data, err := proto.Marshal(request)
	if err != nil {
		return err
	}
	var output, errorOutput bytes.Buffer
	process := exec.CommandContext(ctx, program, "answer", h.language.name(), method)
	process.Stdin = bytes.NewReader(data)
	process.Stdout = &output
	process.Stderr = &errorOutput
	if err := process.Run(); err != nil {
		if text := oneLine(errorOutput.String()); text != "" {
			return errors.New(text)
		}
		return fmt.Errorf("codegen: %w", err)
	}
	return proto.Unmarshal(output.Bytes(), response)
}

// codegen is the path of `codegen`, which is built into the folder of this program. The host is started by a link to it.
func codegen() (string, error) {
	executable, err := os.Executable()
	if err != nil {
		return "", err
	}
	executable, err = filepath.EvalSymlinks(executable)
	if err != nil {
		return "", err
	}
	return filepath.Join(filepath.Dir(executable), "codegen"), nil
}

var lineBreak = regexp.MustCompile(`\s*\n\s*`)

func oneLine(text string) string {
	return lineBreak.ReplaceAllString(strings.TrimSpace(text), "; ")
}

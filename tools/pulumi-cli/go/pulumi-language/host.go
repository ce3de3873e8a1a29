package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
)

// host answers what the engine needs to run programs and plugins, and the CLI to generate code. To the rest gRPC answers UNIMPLEMENTED.
type host struct {
	pulumirpc.UnimplementedLanguageRuntimeServer
	language language

	mutex sync.Mutex
	// engine is the engine's address.
	engine string
	// cancelled is closed by Cancel, which then replaces it.
	cancelled chan struct{}
}

func newHost(language language, engine string) *host {
	return &host{language: language, engine: engine, cancelled: make(chan struct{})}
}

func (h *host) Handshake(
	_ context.Context, request *pulumirpc.LanguageHandshakeRequest,
) (*pulumirpc.LanguageHandshakeResponse, error) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.engine = request.EngineAddress
	return &pulumirpc.LanguageHandshakeResponse{}, nil
}

// GetPluginInfo returns the version of the CLI, which the host is built with.
func (h *host) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil, errors.New("the host was built without Go modules, so it doesn't know its version")
	}
	for _, module := range info.Deps {
		if module.Path == "github.com/pulumi/pulumi/sdk/v3" {
			return &pulumirpc.PluginInfo{Version: strings.TrimPrefix(module.Version, "v")}, nil
		}
	}
	return &pulumirpc.PluginInfo{}, nil
}

// GetRequiredPackages names none. A list would only save the engine from finding out by itself, which it does when a resource needs a plugin.
func (h *host) GetRequiredPackages(
	context.Context, *pulumirpc.GetRequiredPackagesRequest,
) (*pulumirpc.GetRequiredPackagesResponse, error) {
	return &pulumirpc.GetRequiredPackagesResponse{}, nil
}

func (h *host) About(ctx context.Context, _ *pulumirpc.AboutRequest) (*pulumirpc.AboutResponse, error) {
	executable, version, err := h.language.about(ctx)
	if err != nil {
		return nil, err
	}
	return &pulumirpc.AboutResponse{Executable: executable, Version: version}, nil
}

func (h *host) RunPlugin(
	request *pulumirpc.RunPluginRequest, stream grpc.ServerStreamingServer[pulumirpc.RunPluginResponse],
) error {
	if err := checkInfo(request.Info); err != nil {
		return err
	}
	command, err := h.language.plugin(request)
	if err != nil {
		return err
	}
	ctx, stop := h.untilCancelled(stream.Context())
	defer stop()
	stdout, stderr := outputs(
		func(data []byte) error {
			return stream.Send(&pulumirpc.RunPluginResponse{Output: &pulumirpc.RunPluginResponse_Stdout{Stdout: data}})
		},
		func(data []byte) error {
			return stream.Send(&pulumirpc.RunPluginResponse{Output: &pulumirpc.RunPluginResponse_Stderr{Stderr: data}})
		},
	)
	state, err := command.run(ctx, stdout, stderr)
	if err != nil {
		return err
	}
	code := int32(state.ExitCode())
	return stream.Send(&pulumirpc.RunPluginResponse{Output: &pulumirpc.RunPluginResponse_Exitcode{Exitcode: code}})
}

func (h *host) InstallDependencies(
	request *pulumirpc.InstallDependenciesRequest,
	stream grpc.ServerStreamingServer[pulumirpc.InstallDependenciesResponse],
) error {
	if err := checkInfo(request.Info); err != nil {
		return err
	}
	ctx, stop := h.untilCancelled(stream.Context())
	defer stop()
	stdout, stderr := outputs(
		func(data []byte) error { return stream.Send(&pulumirpc.InstallDependenciesResponse{Stdout: data}) },
		func(data []byte) error { return stream.Send(&pulumirpc.InstallDependenciesResponse{Stderr: data}) },
	)
	return h.language.install(request.Info, func(command command) error {
		state, err := command.run(ctx, stdout, stderr)
		if err == nil && !state.Success() {
			err = fmt.Errorf("%s failed", command)
		}
		return err
	})
}

// Link makes generated SDKs dependencies of the program, and returns how the program imports them.
func (h *host) Link(_ context.Context, request *pulumirpc.LinkRequest) (*pulumirpc.LinkResponse, error) {
	if err := checkInfo(request.Info); err != nil {
		return nil, err
	}
	if len(request.Packages) == 0 {
		return &pulumirpc.LinkResponse{}, nil
	}
	var steps, statements strings.Builder
	for _, dependency := range request.Packages {
		linked, err := h.language.link(request.Info.ProgramDirectory, dependency.Path)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&statements, "  %s\n", linked.statement)
		if linked.step != "" {
			fmt.Fprintf(&steps, "%s\n\n", linked.step)
		}
	}
	return &pulumirpc.LinkResponse{ImportInstructions: fmt.Sprintf(
		"%sImport the generated SDK in your %s code with:\n\n%s", &steps, h.language.title(), &statements,
	)}, nil
}

// Cancel ends what runs now, and doesn't wait for it.
func (h *host) Cancel(context.Context, *emptypb.Empty) (*emptypb.Empty, error) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	close(h.cancelled)
	h.cancelled = make(chan struct{})
	return &emptypb.Empty{}, nil
}

// untilCancelled returns a context for what runs in a call: it is done when the call is, and when the engine calls Cancel.
func (h *host) untilCancelled(call context.Context) (context.Context, context.CancelFunc) {
	h.mutex.Lock()
	cancelled := h.cancelled
	h.mutex.Unlock()
	ctx, stop := context.WithCancel(call)
	go func() {
		select {
		case <-cancelled:
			stop()
		case <-ctx.Done():
		}
	}()
	return ctx, stop
}

// Pulumi-language stands in for the official language hosts, which no Go module contains. Its name says which language it serves: it is
// linked as pulumi-language-nodejs and as pulumi-language-python.
//
// Started by the engine, it prints a port, and serves `pulumirpc.LanguageRuntime` there until the engine goes away.
package main

import (
	"fmt"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
)

// maxMessage is the same limit as the engine's, in bytes: a resource may be that large.
const maxMessage = 400 * 1024 * 1024

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	language, err := languageOf(filepath.Base(os.Args[0]))
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := grpc.NewServer(
		grpc.MaxRecvMsgSize(maxMessage),
		grpc.MaxSendMsgSize(maxMessage),
		// Stop then returns when the programs have ended.
		grpc.WaitForHandlers(true),
	)
	pulumirpc.RegisterLanguageRuntimeServer(server, newHost(language, engineAddress(os.Args[1:])))
	go func() {
		untilEngineLeaves()
		// Stop cancels the calls, which ends their programs: none stays behind.
		server.Stop()
	}()
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	return server.Serve(listener)
}

// languageOf finds the language in the name of the executable.
func languageOf(executable string) (language, error) {
	switch strings.TrimPrefix(executable, "pulumi-language-") {
	case "nodejs":
		return nodejs{}, nil
	case "python":
		return python{}, nil
	}
	return nil, fmt.Errorf("%s serves no language: start it as pulumi-language-nodejs or pulumi-language-python", executable)
}

// engineAddress is the last argument. Where the engine passes none, it calls Handshake.
func engineAddress(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[len(args)-1]
}

// untilEngineLeaves waits until the engine ends the host, or is gone: it may have been killed without a word.
func untilEngineLeaves() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	parent := os.Getppid()
	for os.Getppid() == parent {
		select {
		case <-signals:
			return
		case <-time.After(time.Second):
		}
	}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// nodejs runs programs with the `node` of PATH and the SDK that is installed for them.
type nodejs struct{}

func (nodejs) name() string { return "nodejs" }

func (nodejs) title() string { return "TypeScript" }

func (nodejs) about(ctx context.Context) (executable, version string, err error) {
	found, err := exec.LookPath("node")
	if err != nil {
		return "", "", err
	}
	executable, err = filepath.EvalSymlinks(found)
	if err != nil {
		return "", "", err
	}
	// Node.js answers this before it starts its engine: each run of the CLI asks.
	output, err := exec.CommandContext(ctx, found, "--version").Output()
	if err != nil {
		return "", "", err
	}
	return executable, strings.TrimSpace(string(output)), nil
}

func (nodejs) program(info *pulumirpc.ProgramInfo, arguments []string) (command, error) {
	return nodeCommand(info, command{
		arguments:   append([]string{"run"}, arguments...),
		directory:   info.ProgramDirectory,
		environment: os.Environ(),
	})
}

func (nodejs) plugin(request *pulumirpc.RunPluginRequest) (command, error) {
	home := request.Info.ProgramDirectory
	// The two launchers differ in the order, and a policy pack expects to run in its own folder.
	if request.Kind == "analyzer" {
		return nodeCommand(request.Info, command{
			arguments:   append(append([]string{"run-policy-pack"}, request.Args...), home),
			directory:   home,
			environment: request.Env,
		})
	}
	return nodeCommand(request.Info, command{
		arguments:   append([]string{"run-plugin", home}, request.Args...),
		directory:   request.Pwd,
		environment: request.Env,
	})
}

// nodeCommand runs a launcher of the SDK, the first of the arguments, as `runtime.options` say.
func nodeCommand(info *pulumirpc.ProgramInfo, launch command) (command, error) {
	arguments, environment, err := nodeOptions(info)
	if err != nil {
		return command{}, err
	}
	launcher, err := resolveModule(info.ProgramDirectory, "@pulumi/pulumi/cmd/"+launch.arguments[0])
	if err != nil {
		return command{}, err
	}
	return command{
		name:        "node",
		arguments:   append(append(arguments, launcher), launch.arguments[1:]...),
		directory:   launch.directory,
		environment: append(append([]string{}, launch.environment...), environment...),
	}, nil
}

// nodeOptions is what `runtime.options` say about Node.js: arguments and environment variables.
func nodeOptions(info *pulumirpc.ProgramInfo) (arguments, environment []string, err error) {
	options := info.Options.AsMap()
	typescript := true
	if value, found := options["typescript"]; found {
		var ok bool
		if typescript, ok = value.(bool); !ok {
			return nil, nil, errors.New("The runtime option typescript must be a boolean.")
		}
	}
	nodeargs, err := textOption(info, "nodeargs")
	if err != nil {
		return nil, nil, err
	}
	tsconfig, err := textOption(info, "tsconfig")
	if err != nil {
		return nil, nil, err
	}
	if typescript {
		environment = append(environment, "PULUMI_NODEJS_TYPESCRIPT=true")
	}
	if _, found := options["tsconfig"]; found {
		environment = append(environment, "PULUMI_NODEJS_TSCONFIG_PATH="+tsconfig)
	}
	return words(nodeargs), environment, nil
}

var (
	word   = regexp.MustCompile(`(?:[^\s"']|"[^"]*"|'[^']*')+`)
	quoted = regexp.MustCompile(`"([^"]*)"|'([^']*)'`)
)

// words splits a command line as a shell would, as far as blanks and quotes go.
func words(commandLine string) []string {
	found := word.FindAllString(commandLine, -1)
	for index, text := range found {
		found[index] = quoted.ReplaceAllString(text, "$1$2")
	}
	return found
}

func (nodejs) install(info *pulumirpc.ProgramInfo, run func(command) error) error {
	directory := info.ProgramDirectory
	// A package manager would take the next folder above that has one.
	if !exists(filepath.Join(directory, "package.json")) {
		return nil
	}
	manager, err := packageManager(info)
	if err != nil {
		return err
	}
	return run(command{name: manager, arguments: []string{"install"}, directory: directory, environment: os.Environ()})
}

// packageManager is the one that the project names, else the one that left a lock file in it, else npm.
func packageManager(info *pulumirpc.ProgramInfo) (string, error) {
	chosen, err := textOption(info, "packagemanager")
	if err != nil {
		return "", err
	}
	if chosen != "" && chosen != "auto" {
		return chosen, nil
	}
	lockFiles := []struct{ file, manager string }{
		{"pnpm-lock.yaml", "pnpm"},
		{"yarn.lock", "yarn"},
		{"bun.lock", "bun"},
		{"bun.lockb", "bun"},
	}
	for _, lock := range lockFiles {
		if exists(filepath.Join(info.ProgramDirectory, lock.file)) {
			return lock.manager, nil
		}
	}
	return "npm", nil
}

var afterHyphen = regexp.MustCompile(`-(.)`)

func (nodejs) link(directory, sdk string) (linked, error) {
	name, err := packageName(filepath.Join(directory, sdk, "package.json"))
	if err != nil {
		return linked{}, err
	}
	if err := addDependency(filepath.Join(directory, "package.json"), name, "file:"+sdk); err != nil {
		return linked{}, err
	}
	variable := afterHyphen.ReplaceAllStringFunc(path.Base(name), func(match string) string {
		return strings.ToUpper(match[1:])
	})
	return linked{statement: fmt.Sprintf("import * as %s from %q;", variable, name)}, nil
}

// exists reports whether there is a file or folder, or a link to one.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

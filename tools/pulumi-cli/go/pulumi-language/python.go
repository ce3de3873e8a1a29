package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// executor is the Python code that runs a program.
//
//go:embed executor.py
var executor string

// python runs programs in the project's virtual environment, or with the `python3` of PATH.
type python struct{}

func (python) name() string { return "python" }

func (python) title() string { return "Python" }

func (python) about(ctx context.Context) (executable, version string, err error) {
	const script = "import sys; print(sys.executable); print(sys.version.split()[0])"
	output, err := exec.CommandContext(ctx, "python3", "-c", script).Output()
	if err != nil {
		return "", "", err
	}
	executable, version, _ = strings.Cut(strings.TrimSpace(string(output)), "\n")
	return executable, version, nil
}

func (python) program(info *pulumirpc.ProgramInfo, arguments []string) (command, error) {
	interpreter, err := interpreterOf(info)
	if err != nil {
		return command{}, err
	}
	interpreter.arguments = append([]string{"-u", "-c", executor}, arguments...)
	return interpreter, nil
}

func (python) plugin(request *pulumirpc.RunPluginRequest) (command, error) {
	return command{}, fmt.Errorf(
		"This Python language host runs no %s plugins: install the official Pulumi CLI.", request.Kind,
	)
}

func (python) install(info *pulumirpc.ProgramInfo, run func(command) error) error {
	directory := info.ProgramDirectory
	virtualenv, err := virtualenvOf(info)
	if err != nil {
		return err
	}
	if virtualenv != "" && !isVirtualenv(virtualenv) {
		arguments := []string{"-m", "venv", virtualenv}
		create := command{name: "python3", arguments: arguments, directory: directory, environment: os.Environ()}
		if err := run(create); err != nil {
			return err
		}
	}
	interpreter, err := interpreterOf(info)
	if err != nil {
		return err
	}
	switch {
	case exists(filepath.Join(directory, "requirements.txt")):
		interpreter.arguments = []string{"-m", "pip", "install", "-r", "requirements.txt"}
	case exists(filepath.Join(directory, "pyproject.toml")):
		interpreter.arguments = []string{"-m", "pip", "install", "-e", "."}
	default:
		return nil
	}
	return run(interpreter)
}

var projectName = regexp.MustCompile(`(?m)^\s*name\s*=\s*"([^"]+)"`)

func (python) link(directory, path string) (linked, error) {
	project, err := os.ReadFile(filepath.Join(directory, path, "pyproject.toml"))
	if err != nil {
		return linked{}, err
	}
	name := projectName.FindSubmatch(project)
	if name == nil {
		return linked{}, fmt.Errorf("%s has no name.", filepath.Join(path, "pyproject.toml"))
	}
	module := strings.ReplaceAll(string(name[1]), "-", "_")
	imported := linked{statement: fmt.Sprintf("import %s as %s", module, strings.TrimPrefix(module, "pulumi_"))}
	file := filepath.Join(directory, "requirements.txt")
	if !exists(file) && exists(filepath.Join(directory, "pyproject.toml")) {
		imported.step = fmt.Sprintf("Add %s to the dependencies in pyproject.toml.", path)
		return imported, nil
	}
	return imported, addRequirement(file, path)
}

// addRequirement adds a line to a requirements.txt, unless it is there.
func addRequirement(file, requirement string) error {
	text, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	isRequirement := func(line string) bool { return strings.TrimSpace(line) == requirement }
	lines := strings.Split(string(text), "\n")
	if slices.ContainsFunc(lines, isRequirement) {
		return nil
	}
	lines = slices.DeleteFunc(lines, func(line string) bool { return strings.TrimSpace(line) == "" })
	return os.WriteFile(file, []byte(strings.Join(append(lines, requirement), "\n")+"\n"), 0o644)
}

// virtualenvOf is the folder of the project's virtual environment, whether it is there or not: the one that the project names, else `venv` or
// `.venv`. It is empty for a project without one, whose programs run with the `python3` of PATH.
func virtualenvOf(info *pulumirpc.ProgramInfo) (string, error) {
	named, err := textOption(info, "virtualenv")
	if err != nil {
		return "", err
	}
	if filepath.IsAbs(named) {
		return filepath.Clean(named), nil
	}
	if named != "" {
		return filepath.Join(info.RootDirectory, named), nil
	}
	for _, name := range []string{"venv", ".venv"} {
		if folder := filepath.Join(info.RootDirectory, name); isVirtualenv(folder) {
			return folder, nil
		}
	}
	return "", nil
}

func isVirtualenv(folder string) bool {
	return exists(filepath.Join(folder, "pyvenv.cfg"))
}

// interpreterOf is the project's Python, in the program's directory and without arguments.
func interpreterOf(info *pulumirpc.ProgramInfo) (command, error) {
	interpreter := command{name: "python3", directory: info.ProgramDirectory, environment: os.Environ()}
	virtualenv, err := virtualenvOf(info)
	if err != nil || virtualenv == "" {
		return interpreter, err
	}
	bin := filepath.Join(virtualenv, "bin")
	if runtime.GOOS == "windows" {
		bin = filepath.Join(virtualenv, "Scripts")
	}
	interpreter.name = filepath.Join(bin, "python")
	if !exists(interpreter.name) {
		return command{}, fmt.Errorf(
			"There is no virtual environment in %s: run `python3 -m venv %s`, install the dependencies, then try again.",
			virtualenv, virtualenv,
		)
	}
	// What the program starts finds the same environment.
	path := bin + string(filepath.ListSeparator) + os.Getenv("PATH")
	interpreter.environment = append(interpreter.environment, "PATH="+path, "VIRTUAL_ENV="+virtualenv)
	return interpreter, nil
}

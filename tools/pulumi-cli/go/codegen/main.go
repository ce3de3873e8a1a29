// Codegen checks the schema of a package and generates code from it, with the generators of Pulumi's own modules.
//
//	codegen check <schema.json>
//	codegen sdk <nodejs|python|go> <schema.json> <folder>
//	codegen answer <nodejs|python> <method>
//
// `answer` does what the official language host does for the method of `pulumirpc.LanguageRuntime`: it reads the serialized request
// from its input, and writes the serialized response.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"context"
	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/protobuf/proto"
)

const usage = `usage: codegen check <schema.json>
       codegen sdk <nodejs|python|go> <schema.json> <folder>
       codegen answer <nodejs|python> <method> < request > response`

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "check":
		return check(args[1])
	case len(args) == 4 && args[0] == "sdk":
		return sdk(args[1], args[2], args[3])
	case len(args) == 3 && args[0] == "answer":
		return answer(args[1], args[2])
	}
	return errors.New(usage)
}

// Binds a schema as strictly as it can be: a reference to a type that doesn't exist is an error.
func check(file string) error {
	pkg, err := read(file, schema.ValidationOptions{})
	if err != nil {
		return err
	}
	languages := map[string]schema.Language{"nodejs": nodejs.Importer, "python": python.Importer, "go": gogen.Importer}
	return pkg.ImportLanguages(languages)
}

// Generates the SDK for a language, as `pulumi package gen-sdk` does.
func sdk(language, file, folder string) error {
	pkg, err := read(file, schema.ValidationOptions{})
	if err != nil {
		return err
	}
	files, err := packageFiles(language, pkg, &pulumirpc.GeneratePackageRequest{}, noLoader{})
	if err != nil {
		return err
	}
	return write(folder, files)
}

func read(file string, options schema.ValidationOptions) (*schema.Package, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(data, &spec); err != nil {
		return nil, fmt.Errorf("%s is not the schema of a package: %w", file, err)
	}
	pkg, diagnostics, err := schema.BindSpec(spec, noLoader{}, options)
	if err != nil {
		return nil, err
	}
	for _, diagnostic := range diagnostics {
		fmt.Fprintln(os.Stderr, diagnostic)
	}
	if diagnostics.HasErrors() {
		return nil, fmt.Errorf("%s is not valid: see the errors above", file)
	}
	return pkg, nil
}

func answer(language, method string) error {
	data, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	var response proto.Message
	switch method {
	case "generatePackage":
		request := &pulumirpc.GeneratePackageRequest{}
		response, err = unmarshaled(data, request, func() (proto.Message, error) { return generatePackage(language, request) })
	case "generateProgram":
		request := &pulumirpc.GenerateProgramRequest{}
		response, err = unmarshaled(data, request, func() (proto.Message, error) { return generateProgram(language, request) })
	case "generateProject":
		request := &pulumirpc.GenerateProjectRequest{}
		response, err = unmarshaled(data, request, func() (proto.Message, error) { return generateProject(language, request) })
	default:
		err = fmt.Errorf("unknown method %q", method)
	}
	if err != nil {
		return err
	}
	if data, err = proto.Marshal(response); err != nil {
		return err
	}
	_, err = os.Stdout.Write(data)
	return err
}

func unmarshaled(data []byte, request proto.Message, handle func() (proto.Message, error)) (proto.Message, error) {
	if err := proto.Unmarshal(data, request); err != nil {
		return nil, err
	}
	return handle()
}

func generatePackage(language string, request *pulumirpc.GeneratePackageRequest) (proto.Message, error) {
	loader, err := loaderOf(request.LoaderTarget)
	if err != nil {
		return nil, err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal([]byte(request.Schema), &spec); err != nil {
		return nil, err
	}
	pkg, diagnostics, err := schema.BindSpec(spec, loader, schema.ValidationOptions{AllowDanglingReferences: true})
	if err != nil {
		return nil, err
	}
	response := &pulumirpc.GeneratePackageResponse{Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(diagnostics)}
	if diagnostics.HasErrors() {
		return response, nil
	}
	files, err := packageFiles(language, pkg, request, loader)
	if err != nil {
		return nil, err
	}
	return response, write(request.Directory, files)
}

func packageFiles(
	language string, pkg *schema.Package, request *pulumirpc.GeneratePackageRequest, loader schema.ReferenceLoader,
) (map[string][]byte, error) {
	tool := "pulumi-language-" + language
	switch language {
	case "nodejs":
		return nodejs.GeneratePackage(tool, pkg, request.ExtraFiles, request.LocalDependencies, request.Local, loader)
	case "python":
		return python.GeneratePackage(tool, pkg, request.ExtraFiles, loader)
	case "go":
		return gogen.GeneratePackage(tool, pkg, request.LocalDependencies)
	}
	return nil, fmt.Errorf("no SDK can be generated for %q. Use one of: nodejs, python, go", language)
}

func generateProgram(language string, request *pulumirpc.GenerateProgramRequest) (proto.Message, error) {
	loader, err := loaderOf(request.LoaderTarget)
	if err != nil {
		return nil, err
	}
	parser := syntax.NewParser()
	for path, text := range request.Source {
		if err := parser.ParseFile(strings.NewReader(text), path); err != nil {
			return nil, err
		}
	}
	if parser.Diagnostics.HasErrors() {
		return &pulumirpc.GenerateProgramResponse{
			Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(parser.Diagnostics),
		}, nil
	}
	program, diagnostics, err := pcl.BindProgram(parser.Files, loader, bindOptions(request.Strict)...)
	if err != nil {
		return nil, err
	}
	if diagnostics.HasErrors() {
		return &pulumirpc.GenerateProgramResponse{Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(diagnostics)}, nil
	}
	generators := map[string]func(*pcl.Program) (map[string][]byte, hcl.Diagnostics, error){
		"nodejs": nodejs.GenerateProgram,
		"python": python.GenerateProgram,
	}
	generate, known := generators[language]
	if !known {
		return nil, fmt.Errorf("no program can be generated for %q. Use one of: nodejs, python", language)
	}
	files, more, err := generate(program)
	if err != nil {
		return nil, err
	}
	return &pulumirpc.GenerateProgramResponse{
		Source:      files,
		Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(append(diagnostics, more...)),
	}, nil
}

func generateProject(language string, request *pulumirpc.GenerateProjectRequest) (proto.Message, error) {
	loader, err := loaderOf(request.LoaderTarget)
	if err != nil {
		return nil, err
	}
	program, diagnostics, err := pcl.BindDirectory(request.SourceDirectory, loader, bindOptions(request.Strict)...)
	if err != nil {
		return nil, err
	}
	response := &pulumirpc.GenerateProjectResponse{Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(diagnostics)}
	if diagnostics.HasErrors() {
		return response, nil
	}
	var project workspace.Project
	if err := json.Unmarshal([]byte(request.Project), &project); err != nil {
		return nil, err
	}
	switch language {
	case "nodejs":
		err = nodejs.GenerateProject(request.TargetDirectory, project, program, request.LocalDependencies, false, "nodejs")
	case "python":
		err = python.GenerateProject(request.TargetDirectory, project, program, request.LocalDependencies, "", "")
	default:
		err = fmt.Errorf("no project can be generated for %q. Use one of: nodejs, python", language)
	}
	return response, err
}

func bindOptions(strict bool) []pcl.BindOption {
	options := []pcl.BindOption{pcl.PreferOutputVersionedInvokes}
	if !strict {
		options = append(options, pcl.NonStrictBindOptions()...)
	}
	return options
}

// Loads the schemas of packages from the engine that sent the request.
func loaderOf(target string) (schema.ReferenceLoader, error) {
	client, err := schema.NewLoaderClient(target)
	if err != nil {
		return nil, err
	}
	return schema.NewCachedLoader(client), nil
}

// noLoader loads no package: a schema that is read from a file refers to itself alone.
type noLoader struct{}

func (noLoader) LoadPackageReference(name string, _ *semver.Version) (schema.PackageReference, error) {
	return nil, fmt.Errorf("the schema refers to another package, %s", name)
}

func (loader noLoader) LoadPackageReferenceV2(
	_ context.Context, descriptor *schema.PackageDescriptor,
) (schema.PackageReference, error) {
	return loader.LoadPackageReference(descriptor.Name, nil)
}

func (noLoader) LoadPackage(name string, _ *semver.Version) (*schema.Package, error) {
	return nil, fmt.Errorf("the schema refers to another package, %s", name)
}

func (loader noLoader) LoadPackageV2(
	_ context.Context, descriptor *schema.PackageDescriptor,
) (*schema.Package, error) {
	return loader.LoadPackage(descriptor.Name, nil)
}

func write(folder string, files map[string][]byte) error {
	for name, content := range files {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Convert makes programs in other languages of programs in YAML, with the converter and the generators of `pulumi convert`.
//
//	convert <schema.json> < {"<name>": "<program in YAML>"} > {"<name>": {"<language>": "<program>"}}
//
// The schema is that of the only package that the programs use.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"

	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/codegen"
)

// What writes the programs, and the only file that each writes.
var languages = map[string]struct {
	generate func(*pcl.Program) (map[string][]byte, hcl.Diagnostics, error)
	file     string
}{
	"typescript": {nodejs.GenerateProgram, "index.ts"},
	"python":     {python.GenerateProgram, "__main__.py"},
	"go":         {gogen.GenerateProgram, "main.go"},
}

// What the generator for Go writes for a function that is called like a resource: the arguments have the SDK's name, the
// function has that of the resource's own.
var misnamed = regexp.MustCompile(`(analytics\.)Get(\w+\(ctx, &analytics\.Lookup)`)

func main() {
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(schemaFile string) error {
	loader, err := read(schemaFile)
	if err != nil {
		return err
	}
	var programs map[string]string
	if err := json.NewDecoder(os.Stdin).Decode(&programs); err != nil {
		return err
	}
	converted := map[string]map[string]string{}
	for name, text := range programs {
		if converted[name], err = convert(text, loader); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return json.NewEncoder(os.Stdout).Encode(converted)
}

func convert(text string, loader schema.ReferenceLoader) (map[string]string, error) {
	template, diagnostics, err := pulumiyaml.LoadYAMLBytes("Pulumi.yaml", []byte(text))
	if err != nil {
		return nil, err
	}
	if diagnostics.HasErrors() {
		return nil, diagnostics
	}
	written := map[string]string{}
	for name, language := range languages {
		// Generators change the program that they get.
		program, diagnostics, err := codegen.EjectProgram(template, loader)
		if err != nil {
			return nil, err
		}
		files, more, err := language.generate(program)
		if err != nil {
			return nil, err
		}
		if all := append(diagnostics, more...); all.HasErrors() {
			return nil, all
		}
		written[name] = misnamed.ReplaceAllString(string(files[language.file]), "${1}Lookup${2}")
	}
	return written, nil
}

// loader knows one package.
type loader struct{ pkg *schema.Package }

func read(file string) (schema.ReferenceLoader, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(data, &spec); err != nil {
		return nil, err
	}
	// Only of such tokens the generator for Go tells GetTag from LookupTag, as the SDK has it beside a resource Tag.
	functions := map[string]schema.FunctionSpec{}
	for token, function := range spec.Functions {
		name := token[strings.LastIndex(token, ":")+1:]
		functions[fmt.Sprintf("%s:index/%s:%s", spec.Name, name, name)] = function
	}
	spec.Functions = functions
	spec.Meta.ModuleFormat = "^(.*?)(?:/[^/]*)?$"
	pkg, diagnostics, err := schema.BindSpec(spec, loader{}, schema.ValidationOptions{})
	if err != nil {
		return nil, err
	}
	if diagnostics.HasErrors() {
		return nil, diagnostics
	}
	return loader{pkg}, nil
}

func (one loader) LoadPackage(name string, _ *semver.Version) (*schema.Package, error) {
	if one.pkg == nil || one.pkg.Name != name {
		return nil, fmt.Errorf("there is no schema of the package %s here", name)
	}
	return one.pkg, nil
}

func (one loader) LoadPackageV2(_ context.Context, asked *schema.PackageDescriptor) (*schema.Package, error) {
	return one.LoadPackage(asked.Name, nil)
}

func (one loader) LoadPackageReference(name string, _ *semver.Version) (schema.PackageReference, error) {
	pkg, err := one.LoadPackage(name, nil)
	if err != nil {
		return nil, err
	}
	return pkg.Reference(), nil
}

func (one loader) LoadPackageReferenceV2(
	_ context.Context, asked *schema.PackageDescriptor,
) (schema.PackageReference, error) {
	return one.LoadPackageReference(asked.Name, nil)
}

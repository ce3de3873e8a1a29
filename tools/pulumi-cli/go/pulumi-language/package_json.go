package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
)

// packageName is the name in a package.json.
func packageName(file string) (string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	var manifest struct{ Name string }
	if err := json.Unmarshal(data, &manifest); err != nil {
		return "", fmt.Errorf("%s is not valid JSON: %w", file, err)
	}
	return manifest.Name, nil
}

var firstIndentation = regexp.MustCompile(`^\{\s*?\n([ \t]+)`)

// addDependency adds a package to the dependencies in a package.json, and keeps the order and the indentation of the rest.
func addDependency(file, name, version string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var manifest, dependencies object
	if err := json.Unmarshal(data, &manifest); err != nil {
		return fmt.Errorf("%s is not valid JSON: %w", file, err)
	}
	if present := manifest.get("dependencies"); present != nil {
		if err := json.Unmarshal(present, &dependencies); err != nil {
			return fmt.Errorf("the dependencies in %s are not an object: %w", file, err)
		}
	}
	dependencies.set(name, quote(version))
	manifest.set("dependencies", dependencies.text())
	indentation := "  "
	if found := firstIndentation.FindSubmatch(data); found != nil {
		indentation = string(found[1])
	}
	var text bytes.Buffer
	if err := json.Indent(&text, manifest.text(), "", indentation); err != nil {
		return err
	}
	text.WriteByte('\n')
	return os.WriteFile(file, text.Bytes(), 0o644)
}

// object is a JSON object that keeps the order of its members, and each value as it was written.
type object []member

type member struct {
	name  string
	value json.RawMessage
}

func (o *object) UnmarshalJSON(data []byte) error {
	// What follows takes any value for an object.
	if err := json.Unmarshal(data, &map[string]json.RawMessage{}); err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	if _, err := decoder.Token(); err != nil {
		return err
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return err
		}
		read := member{name: name.(string)}
		if err := decoder.Decode(&read.value); err != nil {
			return err
		}
		*o = append(*o, read)
	}
	return nil
}

// text is the object as JSON.
func (o object) text() []byte {
	members := make([][]byte, len(o))
	for index, member := range o {
		members[index] = slices.Concat(quote(member.name), []byte(":"), member.value)
	}
	return slices.Concat([]byte("{"), bytes.Join(members, []byte(",")), []byte("}"))
}

// get returns the value of a member; nil without one.
func (o object) get(name string) json.RawMessage {
	for _, member := range o {
		if member.name == name {
			return member.value
		}
	}
	return nil
}

// set replaces the value of a member in its place, or adds the member at the end.
func (o *object) set(name string, value json.RawMessage) {
	for index, member := range *o {
		if member.name == name {
			(*o)[index].value = value
			return
		}
	}
	*o = append(*o, member{name, value})
}

// quote writes a string as JSON, without the escapes for HTML: versions contain < and >.
func quote(text string) []byte {
	var quoted bytes.Buffer
	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(false)
	// A string can always be written.
	_ = encoder.Encode(text)
	return bytes.TrimSpace(quoted.Bytes())
}

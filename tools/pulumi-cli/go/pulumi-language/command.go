package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// gracePeriod is how long a process may take to end when asked to: less than the five seconds that the engine gives the host.
const gracePeriod = 4 * time.Second

// command is a process to start.
type command struct {
	name      string
	arguments []string
	directory string
	// environment is the whole environment. Of two entries with the same name, the later one counts.
	environment []string
}

// String is the command line.
func (c command) String() string {
	return strings.Join(append([]string{c.name}, c.arguments...), " ")
}

// run runs a process to its end. When the context is done, it interrupts the process, and kills it after the grace period.
func (c command) run(ctx context.Context, stdout, stderr io.Writer) (*os.ProcessState, error) {
	process := exec.CommandContext(ctx, c.name, c.arguments...)
	process.Dir = c.directory
	process.Env = append([]string{}, c.environment...)
	process.Stdout = stdout
	process.Stderr = stderr
	process.Cancel = func() error { return process.Process.Signal(os.Interrupt) }
	process.WaitDelay = gracePeriod
	if err := process.Start(); err != nil {
		return nil, err
	}
	// Its error repeats the state, or says that nobody reads the output anymore.
	_ = process.Wait()
	return process.ProcessState, nil
}

// output is one of the two outputs of a process, as messages of a call.
type output struct {
	mutex *sync.Mutex
	send  func(data []byte) error
}

// outputs returns writers for the output of a process. A call sends one message at a time, so they take turns.
func outputs(stdout, stderr func(data []byte) error) (io.Writer, io.Writer) {
	var mutex sync.Mutex
	return output{&mutex, stdout}, output{&mutex, stderr}
}

// Write sends a copy, because a message may be read after the caller has the buffer again.
func (o output) Write(data []byte) (int, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if err := o.send(bytes.Clone(data)); err != nil {
		return 0, err
	}
	return len(data), nil
}

//go:build unix

package main

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// signalName is a signal as people know it, such as SIGINT.
func signalName(signal syscall.Signal) string {
	return unix.SignalName(signal)
}

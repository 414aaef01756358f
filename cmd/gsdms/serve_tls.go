package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

// serveTLS says where the certificate is that clients are shown.
type serveTLS struct {
	TLSCert string `name:"tls-cert" placeholder:"FILE" help:"Certificate in PEM, for clients that want encryption, and for --http; needs --tls-key. SIGHUP reads both again."`
	TLSKey  string `name:"tls-key" placeholder:"FILE" help:"Key of the certificate, in PEM."`

	shown atomic.Pointer[tls.Certificate]
}

// encryption reads the certificate, nil for none. Connections that begin are shown the one
// that was read last.
func (c *serveTLS) encryption() (*tls.Config, error) {
	if c.TLSCert == "" && c.TLSKey == "" {
		return nil, nil
	}
	if c.TLSCert == "" || c.TLSKey == "" {
		return nil, errors.New("--tls-cert and --tls-key go together")
	}
	if err := c.read(); err != nil {
		return nil, err
	}
	show := func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.shown.Load(), nil }
	return &tls.Config{GetCertificate: show, MinVersion: tls.VersionTLS12}, nil
}

func (c *serveTLS) read() error {
	pair, err := tls.LoadX509KeyPair(c.TLSCert, c.TLSKey)
	if err != nil {
		return fmt.Errorf("read the certificate %s and its key %s: %w", c.TLSCert, c.TLSKey, err)
	}
	c.shown.Store(&pair)
	return nil
}

// rereading reads the certificate again at each SIGHUP until ctx ends. One that is broken
// is an error on e.errs, and the one before stays.
func (c *serveTLS) rereading(ctx context.Context, e *environment) {
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	go func() {
		defer signal.Stop(hangups)
		for {
			select {
			case <-ctx.Done():
				return
			case <-hangups:
			}
			if c.TLSCert == "" {
				fmt.Fprintln(e.out, "gsdms has no certificate to read again")
			} else if err := c.read(); err != nil {
				fmt.Fprintf(e.errs, "gsdms: %v; clients are shown the one before\n", err)
			} else {
				fmt.Fprintln(e.out, "gsdms has read the certificate again")
			}
		}
	}()
}

/** A signal that ends calls as another one does, until it is released: calls then come to their end. */
export function followSignal(signal: AbortSignal): { readonly signal: AbortSignal; release(): void } {
  const own = new AbortController();
  const stopCalls = () => own.abort(signal.reason);
  signal.addEventListener("abort", stopCalls);
  return { signal: own.signal, release: () => signal.removeEventListener("abort", stopCalls) };
}

declare module 'undici/lib/core/symbols.js' {
  const symbols: { readonly kQueuedAbort: symbol }
  export default symbols
}

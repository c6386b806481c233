/**
 * Modules of Node that the gateway needs before its first request. Node comes with compiled code for them, which V8 takes only as long as
 * its options are those with which Node was built: afterwards each would be compiled anew.
 */
const needed = [
  'node:assert',
  'node:child_process',
  'node:cluster',
  'node:crypto',
  'node:dgram',
  'node:dns',
  'node:fs/promises',
  'node:http',
  'node:http2',
  'node:https',
  'node:net',
  'node:perf_hooks',
  'node:process',
  'node:readline',
  'node:stream/web',
  'node:timers/promises',
  'node:tls',
  'node:util',
  'node:vm',
  'node:worker_threads',
  'node:zlib',
]

/** To be called before V8's options are changed. Each is loaded as `require` would, which reads none of the getters among its exports. */
export function loadNodeModules(): void {
  for (const name of needed) process.getBuiltinModule(name)
}

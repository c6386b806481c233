/** The settings that the gateway sends to the local model's process. */
export interface WorkerSettings {
  readonly directory: string
  readonly modelPath: string
  readonly modelName: string
  readonly threads: number
  readonly contextTokens: number
  readonly queue: number
  readonly deadlineMs: number
  readonly key: string
  /** 0 at the first start; the same port again after a crash. */
  readonly port: number
}

/** The messages of that process. */
export type WorkerMessage = { readonly type: 'ready'; readonly port: number } | { readonly type: 'failed'; readonly reason: string }

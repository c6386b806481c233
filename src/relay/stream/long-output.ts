/** What is written to a client while it reads, piece by piece. */
export class LongOutput {
  constructor(
    /** At least; more than 0 where there is anything to write. */
    readonly length: number,
    readonly pieces: Iterator<Buffer | string>,
  ) {}
}

/** One write, or a long one. */
export type StreamOutput = Buffer | string | LongOutput

import { Program } from '../program.js'

export const token = 'sk-mocked'

const mostFaults = 5

/** The built gateway in a process of its own, in front of the mock, which speaks every style; a model `m-<kind>` for each. */
export class MockedGateway {
  private constructor(
    private readonly program: Program,
    /** How often it answered with which status, as its log tells. */
    readonly answers: Map<number, number>,
    /** What it says of its own failures. */
    readonly faults: string[],
  ) {}

  static async start(mock: string): Promise<MockedGateway> {
    const answers = new Map<number, number>()
    const faults: string[] = []
    const program = await Program.start(configuration(mock), {
      onLine: (line) => {
        const status = Number(/"status":(\d+)/.exec(line)?.[1] ?? 0)
        if (line.includes('"level":"error"') && faults.length < mostFaults) faults.push(line)
        if (status > 0) answers.set(status, (answers.get(status) ?? 0) + 1)
      },
    })
    return new MockedGateway(program, answers, faults)
  }

  get address(): string {
    return this.program.address
  }

  get alive(): boolean {
    return this.program.alive
  }

  stop(): Promise<void> {
    return this.program.stop()
  }
}

function configuration(mock: string): unknown {
  const providers = [
    { name: 'openai', kind: 'openai', base_url: `${mock}/v1` },
    { name: 'responses', kind: 'openai', base_url: `${mock}/v1`, chat_api: 'responses' },
    { name: 'anthropic', kind: 'anthropic', base_url: mock },
    { name: 'gemini', kind: 'gemini', base_url: mock },
  ].map((provider) => ({ ...provider, api_key: 'any' }))
  return {
    database: 'memory',
    tokens: [{ name: 'mocked', key: token }],
    providers,
    models: providers.map(({ name }) => ({ name: `m-${name}`, targets: [{ provider: name, model: 'up-model' }] })),
    retries: { attempts: 1 },
    breaker: { consecutive_failures: 1000000, open_ms: 1, open_max_ms: 1 },
    timeouts: { drain_delay_ms: 1, drain_ms: 1000 },
  }
}

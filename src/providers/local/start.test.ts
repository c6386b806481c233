import { fileURLToPath } from 'node:url'
import { startLocalModel, type LocalModel } from './start.js'

const workerPath = fileURLToPath(new URL('./fixtures/worker.mjs', import.meta.url))
const files = { directory: '/', modelPath: '/model.gguf', workerPath }

interface Answer {
  readonly pid: number
  readonly authorized: boolean
  readonly environment: readonly string[]
}

async function ask(model: LocalModel): Promise<Answer> {
  const response = await fetch(model.baseUrl, { headers: { authorization: `Bearer ${model.apiKey}` } })
  return (await response.json()) as Answer
}

describe('the process of the local model', () => {
  test('serves at its address with its key, without the environment of the gateway', async () => {
    process.env['OPENAI_API_KEY'] = 'sk-canary'
    const model = await startLocalModel({ ...files, modelName: 'm' })
    delete process.env['OPENAI_API_KEY']
    const answer = await ask(model)
    await model.stop()
    expect(answer.authorized).toBe(true)
    expect(answer.environment).not.toContain('OPENAI_API_KEY')
    await expect(ask(model)).rejects.toThrow()
  })

  test('is started again at the same address after a crash', async () => {
    let crashed = (_detail: string): void => undefined
    const crash = new Promise<string>((resolve) => (crashed = resolve))
    const model = await startLocalModel({ ...files, modelName: 'm', onCrash: (detail) => crashed(detail) })
    const before = await ask(model)
    await expect(fetch(new URL('/crash', model.baseUrl))).rejects.toThrow()
    expect(await crash).toBe("the local model's process ended (exit code 7)")
    const after = await answering(model)
    await model.stop()
    expect(after.authorized).toBe(true)
    expect(after.pid).not.toBe(before.pid)
  })

  test.each([
    ['unloadable', 'the local model cannot be loaded: not a GGUF file'],
    ['stillborn', "the local model's process ended while it started (exit code 3)"],
  ])('that is %s is a start error', async (modelName, message) => {
    await expect(startLocalModel({ ...files, modelName })).rejects.toThrow(message)
  })
})

/** The first answer after the restart. */
async function answering(model: LocalModel): Promise<Answer> {
  for (;;) {
    try {
      return await ask(model)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

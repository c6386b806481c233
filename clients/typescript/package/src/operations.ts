// All operations, as they are generated, over the same retries and errors.
import axios, { AxiosHeaders, type AxiosAdapter, type AxiosInstance } from 'axios'
import type { Anywire } from './anywire.js'
import { Configuration } from './generated/configuration.js'
import type { RequestOptions, Transport } from './transport.js'

export * from './generated/index.js'

/** The operations of a group: `operations(AudioApi, anywire).createTranscription({ model, file })`. */
export function operations<Api>(
  Group: new (configuration: Configuration, basePath: string, instance: AxiosInstance) => Api,
  { transport }: Anywire,
): Api {
  const { baseUrl } = transport
  return new Group(new Configuration({ basePath: baseUrl }), baseUrl, axios.create({ adapter: adapterOver(transport) }))
}

function adapterOver(transport: Transport): AxiosAdapter {
  return async (config) => {
    const { baseUrl } = transport
    const url = config.url ?? ''
    const data: unknown = config.data
    const headers = AxiosHeaders.from(config.headers)
    // `fetch` writes the type of a form itself, with its boundary.
    if (data instanceof FormData) headers.delete('content-type')
    const signal = config.signal
    const options: RequestOptions = {
      ...(signal instanceof AbortSignal ? { signal } : {}),
      ...(config.timeout ? { timeout: config.timeout } : {}),
    }
    const { response, deadline } = await transport.open(
      {
        method: (config.method ?? 'get').toUpperCase(),
        path: url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url,
        headers: Object.fromEntries(Object.entries(headers.toJSON()).map(([name, value]) => [name, String(value)])),
        ...(data === undefined || data === null ? {} : { body: data as BodyInit }),
      },
      options,
    )
    try {
      const { status, statusText } = response
      return {
        data: await bodyAs(config.responseType, response),
        status,
        statusText,
        headers: Object.fromEntries(response.headers),
        config,
      }
    } catch (error) {
      throw deadline.explain(error)
    } finally {
      deadline.clear()
    }
  }
}

/** Text becomes JSON in axios. */
function bodyAs(type: string | undefined, response: Response): Promise<unknown> | ReadableStream | null {
  if (type === 'arraybuffer') return response.arrayBuffer()
  if (type === 'blob') return response.blob()
  return type === 'stream' ? response.body : response.text()
}

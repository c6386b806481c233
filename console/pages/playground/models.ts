import { signal } from '@preact/signals'
import type { PlatformConsoleModel, PlatformConsoleModelList } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { problemOf } from '../../api/problem.js'
import type { Loaded } from '../../api/use-loaded.js'

export const models = signal<Loaded<readonly PlatformConsoleModel[]>>({ state: 'loading' })

export async function loadModels(): Promise<void> {
  try {
    const { data } = await api.get<PlatformConsoleModelList>('/api/console/models')
    models.value = { state: 'loaded', value: data }
  } catch (error) {
    models.value = { state: 'failed', problem: problemOf(error) }
  }
}

/** Whether the gateway knows that requests to this model may have no pictures. */
export function refusesPictures(name: string): boolean {
  return models.value.value?.find((model) => model.name === name)?.modalities?.includes('image') === false
}

/** Whom an answer of this model is waited for. */
export function providerOf(name: string): string {
  return models.value.value?.find((model) => model.name === name)?.targets[0]?.provider ?? 'the provider'
}

import { useComputed, useSignal, useSignalEffect, type ReadonlySignal, type Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { PlatformConsoleModelList, PlatformTokenList } from '../../generated/platform/model/index.js'
import { api } from '../api/api.js'
import { isAdmin } from '../api/session.js'
import { pages } from '../pages/registry.js'
import { navigate } from '../router/router.js'
import { emptyNote, isLoaded, jumpsOf, mayGo, type Jump, type LoadedNames } from './jumps.js'

export interface JumpListProperties {
  readonly typed: ReadonlySignal<string>
  /** Arrows and Enter that were pressed and had no effect yet. */
  readonly keys: Signal<readonly string[]>
  /** The id of the marked place. */
  readonly active: Signal<string | undefined>
  /** What is said where there is no place. */
  readonly note: Signal<string>
  readonly onClose: () => void
}

export default function JumpList({ typed, keys, active, note, onClose }: JumpListProperties) {
  const marked = useSignal({ typed: '', index: 0 })
  const models = useModels()
  const tokens = useTokens(typed)
  const jumps = useComputed(() => {
    const reachable = pages.filter((page) => page.rail !== undefined && (page.access !== 'admin' || isAdmin.value))
    return jumpsOf(
      typed.value,
      reachable.map((page) => ({ label: page.title, path: page.path })),
      models.value?.names ?? [],
      tokens.value?.names ?? [],
    )
  })
  const loaded = useComputed(() => isLoaded(typed.value, models.value, tokens.value))
  /** The first, after the text has changed. */
  const index = useComputed(() => (marked.value.typed === typed.value ? Math.min(marked.value.index, jumps.value.length - 1) : 0))
  const go = (jump: Jump | undefined) => {
    if (jump === undefined) return
    onClose()
    navigate(jump.path)
  }
  useSignalEffect(() => {
    const [key, ...rest] = keys.value
    if (key === undefined) return
    const jump = jumps.value[index.value]
    // It stays among the keys until the names are there.
    if (key === 'Enter' && !mayGo(jump, loaded.value)) return
    keys.value = rest
    if (key === 'Enter') go(jump)
    else {
      const moved = index.value + (key === 'ArrowDown' ? 1 : -1)
      marked.value = { typed: typed.value, index: Math.max(0, Math.min(jumps.value.length - 1, moved)) }
    }
  })
  useSignalEffect(() => {
    active.value = jumps.value.length === 0 ? undefined : `jump-${index.value}`
  })
  useSignalEffect(() => {
    note.value = jumps.value.length === 0 && loaded.value ? emptyNote(models.value, tokens.value) : ''
  })
  return (
    <>
      {jumps.value.map((jump, place) => (
        <div
          key={`${jump.kind} ${jump.path}`}
          id={`jump-${place}`}
          class="jump"
          role="option"
          aria-selected={place === index.value}
          onClick={() => go(jump)}
        >
          <span>{jump.label}</span>
          <small>{jump.kind}</small>
        </div>
      ))}
    </>
  )
}

function useModels(): ReadonlySignal<LoadedNames | undefined> {
  const models = useSignal<LoadedNames | undefined>(undefined)
  useEffect(() => {
    void api.get<PlatformConsoleModelList>('/api/console/models').then(
      ({ data }) => (models.value = { names: data.map((model) => model.name) }),
      () => (models.value = { names: [], failed: true }),
    )
  }, [])
  return models
}

/** The names of the first tokens with the typed text in theirs: there may be too many to have all. */
function useTokens(typed: ReadonlySignal<string>): ReadonlySignal<LoadedNames | undefined> {
  const tokens = useSignal<LoadedNames | undefined>(undefined)
  useSignalEffect(() => {
    const contains = typed.value.trim()
    if (contains === '') return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      void api.get<PlatformTokenList>('/api/admin/tokens', { query: { contains, limit: 5 }, signal: abort.signal }).then(
        ({ data }) => (tokens.value = { names: data.map((token) => token.name), contains }),
        () => {
          if (!abort.signal.aborted) tokens.value = { names: [], contains, failed: true }
        },
      )
    }, 100)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  })
  return tokens
}

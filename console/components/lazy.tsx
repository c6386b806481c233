import { useSignal } from '@preact/signals'
import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'

/** A component in a chunk of its own; `fallback` is shown until that is there. */
export function lazy<Properties extends object>(
  load: () => Promise<{ readonly default: ComponentType<Properties> }>,
  fallback: (properties: Properties) => ComponentChildren = () => null,
): ComponentType<Properties> {
  let loaded: ComponentType<Properties> | undefined
  return function Lazy(properties: Properties) {
    const there = useSignal(loaded !== undefined)
    useEffect(() => {
      if (loaded !== undefined) return
      load().then(
        (module) => {
          loaded = module.default
          there.value = true
        },
        // The fallback stays; the next one that is shown tries again.
        () => undefined,
      )
    }, [])
    if (!there.value || loaded === undefined) return <>{fallback(properties)}</>
    const Loaded = loaded
    return <Loaded {...properties} />
  }
}

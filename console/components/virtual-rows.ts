import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { RefObject } from 'preact'

/** Rows to draw, and the heights of the empty space above and below them. */
export interface VirtualRows {
  readonly first: number
  /** One past the last. */
  readonly end: number
  readonly before: number
  readonly after: number
}

export function rowsInView(view: { readonly scrollTop: number; readonly height: number }, count: number, rowHeight: number): VirtualRows {
  const spare = 8
  const first = Math.max(0, Math.min(count, Math.floor(view.scrollTop / rowHeight) - spare))
  const end = Math.min(count, Math.ceil((view.scrollTop + view.height) / rowHeight) + spare)
  return { first, end: Math.max(first, end), before: first * rowHeight, after: Math.max(0, count - Math.max(first, end)) * rowHeight }
}

/** Draws only the rows in view of a scrolling element; all rows have one height in pixels. */
export function useVirtualRows<Scrolled extends HTMLElement>(
  count: number,
  rowHeight: number,
): { readonly scroller: RefObject<Scrolled | null>; readonly rows: VirtualRows } {
  const scroller = useRef<Scrolled>(null)
  const view = useSignal({ scrollTop: 0, height: 600 })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const read = () => (view.value = { scrollTop: element.scrollTop, height: element.clientHeight })
    read()
    element.addEventListener('scroll', read, { passive: true })
    const sizes = new ResizeObserver(read)
    sizes.observe(element)
    return () => {
      element.removeEventListener('scroll', read)
      sizes.disconnect()
    }
  }, [])
  return { scroller, rows: rowsInView(view.value, count, rowHeight) }
}

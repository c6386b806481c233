import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** Seconds that remain, counted down; `onEnd` is called once, at 0. */
export function Countdown({ seconds, onEnd }: { readonly seconds: number; readonly onEnd?: () => void }) {
  const left = useSignal(seconds)
  useEffect(() => {
    const end = performance.now() + seconds * 1000
    left.value = seconds
    const timer = setInterval(() => {
      left.value = Math.max(0, Math.ceil((end - performance.now()) / 1000))
      if (left.value > 0) return
      clearInterval(timer)
      onEnd?.()
    }, 250)
    return () => clearInterval(timer)
  }, [seconds])
  return <span class="countdown">{left.value} s</span>
}

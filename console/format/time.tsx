import { distance, utcTime } from './times.js'

/** How long ago something was, or how far away it is; the time itself in the title. */
export function Ago({ time }: { readonly time: string }) {
  return (
    <time class="nowrap" dateTime={time} title={`${utcTime(time)} UTC`}>
      {distance(time, Date.now())}
    </time>
  )
}

export function Utc({ time }: { readonly time: string }) {
  return (
    <time class="nowrap" dateTime={time}>
      {utcTime(time)} UTC
    </time>
  )
}

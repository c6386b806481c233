/** What was looked at. `fail`: the gateway does not work so; `warn`: it may not. */
export interface Finding {
  readonly state: 'ok' | 'warn' | 'fail'
  readonly about: string
  readonly what: string
  readonly fix?: string
}

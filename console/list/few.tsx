/** The first of some names, and how many there are beside; all of them in the title. */
export function Few({ all, everything }: { readonly all: readonly string[]; readonly everything?: string }) {
  if (all.length === 0) return <span class="muted">none</span>
  if (everything !== undefined && all.length === 1 && all[0] === everything) return <span class="muted">all</span>
  return (
    <span class="few" title={all.slice(0, 50).join(', ')}>
      <span class="cut">{all[0]}</span>
      {all.length > 1 && <span class="muted"> +{all.length - 1}</span>}
    </span>
  )
}

/** Whatever JSON holds: tests read replies whose shape their assertions check. */
export type Json = ReturnType<typeof JSON.parse>

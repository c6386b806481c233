export const providerPath = (name: string): string => `/api/admin/providers/${encodeURIComponent(name)}`

export const modelPath = (name: string): string => `/api/admin/models/${encodeURIComponent(name)}`

/** What `engines` of package.json says, for people. */
export const neededNode = 'Node 22.21 or newer (of Node 24: 24.9)'

/** Whether this version of Node is new enough; the newest feature in use is `shouldUpgradeCallback` of HTTP servers. */
export function isSupported(nodeVersion: string): boolean {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number)
  if (major === 22) return minor >= 21
  return major === 24 ? minor >= 9 : major > 24
}

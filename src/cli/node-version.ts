/** Whether a Node of this version has all that the program uses; the youngest of it is `shouldUpgradeCallback` of HTTP servers. */
export function isSupported(nodeVersion: string): boolean {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number)
  if (major === 22) return minor >= 21
  return major === 24 ? minor >= 9 : major > 24
}

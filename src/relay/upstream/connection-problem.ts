/**
 * A sentence for the operator on why no connection could be made, from the codes of Node, OpenSSL and undici. It names no address:
 * host and code are only in the log.
 */
export function connectionProblem(code: string): string {
  const known = problems[code]
  if (known !== undefined) return known
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return 'the TLS handshake failed'
  return 'the connection failed'
}

const untrusted = 'its TLS certificate is not signed by an authority that the gateway trusts'
const selfSigned = 'its TLS certificate is self-signed'
const plainText = 'it does not speak TLS at this address'

const problems: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its host name was not found',
  EAI_AGAIN: 'its host name could not be looked up',
  EHOSTUNREACH: 'its host is not reachable',
  ENETUNREACH: 'its network is not reachable',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  ECONNRESET: 'the connection was closed before it was ready',
  EPIPE: 'the connection was closed before it was ready',
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_UNTRUSTED: untrusted,
  CERT_HAS_EXPIRED: 'its TLS certificate has expired',
  CERT_NOT_YET_VALID: 'its TLS certificate is not valid yet',
  CERT_REVOKED: 'its TLS certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its TLS certificate is for another host name',
  ERR_SSL_WRONG_VERSION_NUMBER: plainText,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: plainText,
  ERR_SSL_HTTP_REQUEST: plainText,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'it asks for a client certificate',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: 'the TLS handshake failed',
  PROXY_AUTHENTICATION: 'the proxy asks for a user name and a password',
  PROXY_REFUSED: 'the proxy refused the connection',
}

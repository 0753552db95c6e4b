/** Faults of a connection by the code of the system, in words. */
const FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; check the address and port',
  ECONNRESET: 'the other side closed the connection before it answered',
  ENOTFOUND: 'unknown host name; check the address',
  EAI_AGAIN: 'unknown host name; check the address',
  EHOSTUNREACH: 'the host cannot be reached from this network',
  ENETUNREACH: 'the host cannot be reached from this network',
  ETIMEDOUT: 'it did not answer in time',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by an unknown authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate belongs to another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no TLS at this port; check the port and the encryption',
}

/** Returns in words why another server was not reached; libraries that replace the code leave it in the message. */
export function connectionFault(thrown: unknown): string {
  const { code = '', message = '' } = (thrown ?? {}) as { code?: string; message?: string }
  const named = /\bE[A-Z_]{6,}\b/.exec(message)?.[0] ?? ''
  const isNoTls = /wrong version number/i.test(message)
  return (
    FAULTS[isNoTls ? 'ERR_SSL_WRONG_VERSION_NUMBER' : code] ??
    FAULTS[named] ??
    (message || 'it did not answer')
  )
}

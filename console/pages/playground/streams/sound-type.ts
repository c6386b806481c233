const soundBeginnings: readonly (readonly [RegExp, string])[] = [
  [/^UklGR/, 'audio/wav'],
  [/^T2dnUw/, 'audio/ogg'],
  [/^ZkxhQ/, 'audio/flac'],
  // An ID3 tag, or a frame of MPEG 1 or 2 layer III (FF FA, FB, F2, F3), or of MPEG 2.5 (FF E2, E3).
  [/^(?:SUQz|\/\/[I-Po-v]|\/\+[I-P])/, 'audio/mpeg'],
  // A frame of ADTS (FF F0, F1, F8, F9).
  [/^\/\/[A-Hg-n]/, 'audio/aac'],
]

/** By its first bytes; what has none of these is taken for samples without a head, as OpenAI sends them. */
export function soundType(base64: string): string {
  return soundBeginnings.find(([beginning]) => beginning.test(base64))?.[1] ?? 'audio/l16;rate=24000'
}

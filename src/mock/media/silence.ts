/** Half a second of silence: MPEG-1 layer III, 128 kbit/s, 44.1 kHz, in frames of 417 bytes whose data are all zero. */
export const silence: Buffer = Buffer.concat(
  Array.from({ length: 19 }, () => {
    const frame = Buffer.alloc(417)
    frame.set([0xff, 0xfb, 0x90, 0x00])
    return frame
  }),
)

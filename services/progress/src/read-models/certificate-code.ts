// Crockford's base 32: no letter can be taken for a figure.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * A certificate's code: the id of the fact that issued it, 128 bits as 26 letters and figures. The id follows from ids
 * that the learner's device, or we, made at random, so it can't be guessed; and a rebuild gives the same one.
 */
export function certificateCode(eventId: string): string {
  let bits = BigInt(`0x${eventId.replaceAll('-', '')}`)
  let code = ''
  for (let place = 0; place < 26; place += 1) {
    code = `${alphabet[Number(bits & 31n)]}${code}`
    bits >>= 5n
  }
  return code
}

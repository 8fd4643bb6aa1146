import { queueMail } from '../email/mail-repository.ts'
import type { Device } from '../sessions/device.ts'
import { deviceName } from '../sessions/device-name.ts'
import type { LearnerRow, Trx } from '../tables.ts'

/** Mails to an account's owner that somebody, perhaps not they, has signed in from a browser not seen there before. */
export async function tellOfNewDevice(trx: Trx, { uid, email }: LearnerRow, device: Device): Promise<void> {
  await queueMail(trx, {
    learnerId: uid,
    recipient: email,
    letter: {
      kind: 'new-device',
      device: deviceName(device.userAgent),
      at: new Date().toISOString(),
    },
  })
}

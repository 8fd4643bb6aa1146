/** One mail, ready to go. */
export interface OutgoingMail {
  /** The same at every attempt: a mail that arrives twice can be known by it. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Where one click ends mail of this kind (RFC 8058); null for mail that can't be ended. */
  unsubscribeUrl: string | null
  /** What the reader is to follow, where there is something; part of the text too. */
  link: string | null
}

/** Hands mail on, and resolves once somebody else answers for it. */
export interface Mailer {
  /**
   * @throws {MailFault} which never holds an address
   */
  deliver(mail: OutgoingMail): Promise<void>
}

/** Why a mail did not go out, in words without any address, so that they may be stored and logged. */
export class MailFault extends Error {
  /** The server will not have this mail, however often it is asked. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal }: { isFinal: boolean }) {
    super(message)
    this.name = 'MailFault'
    this.isFinal = isFinal
  }
}

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  /** To whom it was delivered, whatever its header says. */
  recipients: string[]
  /** Whether it came encrypted. */
  secure: boolean
  email: Email
}

/** A mail server that keeps what it gets, and can be away, slow, or refuse. */
export interface TestMailServer {
  /** `smtp://127.0.0.1:…`; the same after being away. */
  url: string
  received: readonly ReceivedMail[]
  /** What this address has got, oldest first. */
  mailTo(address: string): ReceivedMail[]
  /** Addresses that it refuses for good. */
  refused: Set<string>
  /** Of the user `rehearse`; where there is none, anyone may send. */
  password: string | null
  /** Called when a mail is there, before the server takes responsibility for it: may wait, or throw to refuse it. */
  onMail: (mail: ReceivedMail) => Promise<void> | void
  goAway(): Promise<void>
  comeBack(): Promise<void>
}

/** @param options `startTls`: offers encryption, by a certificate that no one has signed */
export async function testMailServer(options: { startTls?: boolean } = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  const listen = async (port: number): Promise<SMTPServer> => {
    const server = new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      disabledCommands: options.startTls ? [] : ['STARTTLS'],
      onAuth: ({ username, password }, _session, done) =>
        username === 'rehearse' && password === mailServer.password
          ? done(null, { user: username })
          : done(smtpError(535, 'who is that?')),
      closeTimeout: 100,
      onRcptTo: ({ address }, { user }, done) => {
        if (mailServer.password !== null && !user) return done(smtpError(530, 'sign in first'))
        done(mailServer.refused.has(address) ? smtpError(550, `no such user: ${address}`) : null)
      },
      onData: (stream, session, done) => {
        const take = async () => {
          const mail: ReceivedMail = {
            recipients: session.envelope.rcptTo.map(({ address }) => address),
            secure: session.secure,
            email: await PostalMime.parse(await buffer(stream)),
          }
          await mailServer.onMail(mail)
          received.push(mail)
        }
        take().then(
          () => done(),
          (error: Error) => done(error),
        )
      },
    })
    // A client that vanishes is no problem of ours.
    server.on('error', () => {})
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    return server
  }

  let running: SMTPServer | null = await listen(0)
  const { port } = running.server.address() as AddressInfo
  const mailServer: TestMailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    mailTo: (address) => received.filter(({ recipients }) => recipients.includes(address)),
    refused: new Set(),
    password: null,
    onMail: () => {},
    goAway: () =>
      new Promise((resolve) => {
        const leaving = running
        running = null
        if (leaving === null) resolve()
        else leaving.close(() => resolve())
      }),
    comeBack: async () => {
      running ??= await listen(port)
    },
  }
  return mailServer
}

/** What the server answers with. */
export const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

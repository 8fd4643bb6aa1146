import { type UnreadCommentsMessage, unreadComments } from '@rehearse/contracts'
import { type Backend, deduplicate } from '@rehearse/service-kit'
import { findAdmin } from '../admins/repository.ts'
import { queueMail } from '../email/repository.ts'
import type { AdminRow, Tables } from '../tables.ts'

const name = 'identity-comment-mail'

/** Mails admins about comments that they haven't read; the questions service decides when. */
export function consumeUnreadComments({ consume }: Pick<Backend<Tables>, 'consume'>): void {
  consume<UnreadCommentsMessage>({
    name,
    schema: unreadComments,
    handle: async (messages, trx) => {
      for (const { id, data } of await deduplicate(trx, name, messages)) {
        const admin = await findAdmin(trx, data.account)
        if (!admin?.is_active) continue
        const items = data.items
          .filter(({ onlyFor }) => mayRead(admin, onlyFor))
          .map(({ reason, title }) => ({ reason, title }))
        if (items.length === 0) continue
        await queueMail(trx, {
          id,
          learnerId: null,
          recipient: admin.email,
          letter: { kind: 'admin-comments', items },
        })
      }
    },
  })
}

/** An author may not read the unpublished content of others. */
const mayRead = ({ id, role }: AdminRow, onlyFor: { author: string | null } | null): boolean =>
  onlyFor === null || role !== 'author' || onlyFor.author === id

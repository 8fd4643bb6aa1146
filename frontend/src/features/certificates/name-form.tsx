import type { Certificate, certificateReply } from '@rehearse/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { certificatesQuery } from '../../shared/api/study.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { TextField } from '../../shared/ui/fields.tsx'
import styles from './certificate.module.css'
import { certificateQuery } from './certificate-query.ts'
import { useCertificateMessages } from './messages.en.ts'

/** Lets its owner say which name stands on it, or that none does. */
export function NameForm({ uid, certificate }: { uid: string; certificate: Certificate }) {
  const messages = useCertificateMessages()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [name, setName] = useState(certificate.name ?? '')
  const naming = useOwnWrite({
    mutationFn: async (name: string | null) =>
      (
        await learnerApi.put<Reply<typeof certificateReply>>(
          `/api/progress/certificates/${certificate.code}`,
          { body: { name } },
        )
      ).certificate,
    onSuccess: (named) => {
      queryClient.setQueryData(certificateQuery(named.code).queryKey, named)
      void queryClient.invalidateQueries(certificatesQuery(uid))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!naming.isPending) naming.mutate(name.trim() || null)
  }
  return (
    <form aria-labelledby="name-on-it" className={styles.naming} onSubmit={submit}>
      <h2 id="name-on-it">{messages.nameTitle}</h2>
      <p className={styles.quiet}>{messages.nameLead}</p>
      <TextField
        label={messages.name}
        optional
        value={name}
        maxLength={100}
        dir="auto"
        autoComplete="name"
        onChange={(event) => {
          setName(event.target.value)
          naming.reset()
        }}
      />
      {naming.isError && <Alert tone="error">{errorText(naming.error, messages.saveFailed)}</Alert>}
      <div className={styles.actions}>
        <Button type="submit" pending={naming.isPending}>
          {naming.isPending ? messages.saving : messages.save}
        </Button>
        <p role="status" className={styles.saved}>
          {naming.isSuccess && messages.saved}
        </p>
      </div>
    </form>
  )
}

import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/fields.tsx'
import { Page } from '../../shared/ui/page.tsx'
import styles from './certificate.module.css'
import { useCertificateMessages } from './messages.en.ts'

/** For whoever was shown a printed certificate. */
export function CheckCertificate() {
  const messages = useCertificateMessages()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [faulty, setFaulty] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // As people copy from paper: with spaces, in small letters.
    const plain = code.replaceAll(/[\s-]/g, '').toUpperCase()
    if (/^[0-9A-Z]{26}$/.test(plain)) navigate(`/certificates/${plain}`)
    else setFaulty(true)
  }
  return (
    <Page title={messages.checkTitle} lead={messages.checkLead}>
      <form className={styles.check} onSubmit={submit} noValidate>
        <TextField
          label={messages.checkCode}
          value={code}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          error={faulty ? messages.codeFault : undefined}
          onChange={(event) => {
            setCode(event.target.value)
            setFaulty(false)
          }}
        />
        <Button type="submit" variant="primary">
          {messages.check}
        </Button>
      </form>
    </Page>
  )
}

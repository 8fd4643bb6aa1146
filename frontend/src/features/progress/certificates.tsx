import { useQuery } from '@tanstack/react-query'
import { certificatesQuery } from '../../shared/api/study.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import styles from './lists.module.css'
import { useProgressMessages } from './progress-messages.ts'
import { TitledList } from './titled-list.tsx'

export function Certificates({ uid }: { uid: string }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const { data: certificates = [] } = useQuery(certificatesQuery(uid))
  return (
    <TitledList title={messages.certificates} empty={messages.certificatesEmpty}>
      {certificates.map(({ code, pathName, issuedAt }) => (
        <li key={code} className={styles.row}>
          <div className={styles.name}>
            <p dir="auto">{pathName}</p>
            <p className={styles.quiet}>{messages.issuedOn(format.date(issuedAt))}</p>
          </div>
          <ButtonLink to={`/certificates/${code}`} size="small">
            {messages.certificateOpen} <span className="visually-hidden">{pathName}</span>
          </ButtonLink>
        </li>
      ))}
    </TitledList>
  )
}

import { useLocation } from 'react-router'
import { useMessages } from '../shared/i18n/locale.ts'
import { ButtonLink } from '../shared/ui/button.tsx'
import { Page } from '../shared/ui/page.tsx'
import styles from './not-found.module.css'

export function NotFound() {
  const { notFound, nav } = useMessages()
  const { pathname } = useLocation()
  return (
    <Page title={notFound.title} lead={notFound.text}>
      <p className={styles.address}>
        <code dir="ltr">{pathname}</code>
      </p>
      <div className={styles.ways}>
        <ButtonLink to="/questions" variant="primary">
          {nav.practice}
        </ButtonLink>
        <ButtonLink to="/learning-paths">{nav.paths}</ButtonLink>
        <ButtonLink to="/">{nav.home}</ButtonLink>
      </div>
    </Page>
  )
}

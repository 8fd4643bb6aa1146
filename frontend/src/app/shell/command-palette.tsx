import { TEXT_MAX } from '@rehearse/contracts/constants'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { SearchField } from 'react-aria-components/SearchField'
import { useNavigate } from 'react-router'
import { inOwnLanguage } from '../../shared/api/catalog.ts'
import { adminApi, learnerApi } from '../../shared/api/client.ts'
import { keyboardScrollable } from '../../shared/ui/keyboard.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import Modal from '../../shared/ui/modal.tsx'
import { useDebounced } from '../../shared/ui/use-debounced.ts'
import styles from './command-palette.module.css'
import { useCommandPaletteMessages } from './messages.en.ts'

/**
 * @property text a line of description
 * @property label the kind of item
 */
export interface PaletteItem {
  to: string
  title: string
  text?: string | undefined
  label?: string | undefined
}

export interface PaletteSection {
  heading: string
  items: readonly PaletteItem[]
}

/** A dialog that lists results while the user types; arrow keys select, Enter opens. */
export function CommandPalette({
  typed,
  onType,
  placeholder,
  sections,
  isSearching,
  error,
  onClose,
}: {
  typed: string
  onType: (typed: string) => void
  placeholder: string
  sections: readonly PaletteSection[]
  isSearching: boolean
  /** Why some results are missing. */
  error?: string | undefined
  onClose: () => void
}) {
  const messages = useCommandPaletteMessages()
  const navigate = useNavigate()
  const open = (to: string) => {
    onClose()
    void navigate(to)
  }
  return (
    <Modal title={messages.title} onClose={onClose}>
      <Autocomplete inputValue={typed} onInputChange={onType}>
        <SearchField aria-label={placeholder} autoFocus>
          <Input className={styles.input ?? ''} placeholder={placeholder} maxLength={TEXT_MAX.search} />
        </SearchField>
        <div className={styles.list} {...keyboardScrollable}>
          <ListBox
            aria-label={messages.found}
            selectionMode="none"
            onAction={(key) => open(String(key))}
            className={styles.found ?? ''}
            renderEmptyState={() => (
              <p className={styles.quiet}>{isSearching ? messages.searching : messages.nothing}</p>
            )}
          >
            {sections
              .filter(({ items }) => items.length > 0)
              .map(({ heading, items }) => (
                <ListBoxSection key={heading} id={heading} className={styles.section ?? ''}>
                  <Header className={styles.heading ?? ''}>{heading}</Header>
                  {items.map(({ to, title, text, label }) => (
                    <ListBoxItem key={to} id={to} textValue={title} className={styles.item ?? ''}>
                      <span className={styles.words}>
                        <span dir="auto">
                          <InlineCode text={title} />
                        </span>
                        {text && (
                          <span dir="auto" className={styles.text}>
                            <InlineCode text={text} />
                          </span>
                        )}
                      </span>
                      {label && <small dir="auto">{label}</small>}
                    </ListBoxItem>
                  ))}
                </ListBoxSection>
              ))}
          </ListBox>
        </div>
      </Autocomplete>
      {error && (
        <p role="alert" className={styles.quiet}>
          {error}
        </p>
      )}
    </Modal>
  )
}

/** How long after the last key press the search request is sent. Milliseconds. */
const PAUSE = 200
const SHOWN = 8

/** The questions that match the typed text, best first; none for an empty term. */
export function useFoundQuestions(area: 'admin' | 'learner', typed: string) {
  const term = useDebounced(typed.trim(), PAUSE)
  const api = area === 'admin' ? adminApi : learnerApi
  const { data, error, isFetching } = useQuery({
    queryKey: [area, 'command-palette', term],
    queryFn: ({ signal }) => {
      const query = { search: term, pageSize: SHOWN, ...(area === 'learner' && inOwnLanguage()) }
      return api.get('/api/questions/unified/search', { query, signal })
    },
    enabled: term !== '',
    // The previous results stay while the next ones load.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const found = typed.trim() === '' ? undefined : data
  return { questions: found?.data ?? [], total: found?.pagination?.totalCount ?? 0, error, isFetching }
}

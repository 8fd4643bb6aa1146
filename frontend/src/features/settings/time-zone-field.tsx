import { useRef, useState } from 'react'
import { useAccountMessages } from '../../shared/account/account-messages.ts'
import { Button } from '../../shared/ui/button.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import styles from './settings.module.css'

/** Every zone that this browser knows, with its own to hand. */
export function TimeZoneField({ chosen, error }: { chosen: string; error: string | undefined }) {
  const { practice: messages } = useAccountMessages().settings
  const select = useRef<HTMLSelectElement>(null)
  const [shown, setShown] = useState(chosen)
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = [...new Set(['UTC', own, chosen, ...Intl.supportedValuesOf('timeZone')])].sort()

  const takeOwn = () => {
    if (!select.current) return
    select.current.value = own
    // As if chosen by hand, so that the form knows of it; and the focus has somewhere to be when the button goes.
    select.current.dispatchEvent(new Event('change', { bubbles: true }))
    select.current.focus()
  }

  return (
    <div className={styles.zone}>
      <SelectField
        ref={select}
        label={messages.timeZone}
        hint={messages.timeZoneHint}
        name="timezone"
        defaultValue={chosen}
        onChange={(event) => setShown(event.target.value)}
        choices={zones.map((zone) => ({ value: zone, label: inWords(zone) }))}
        error={error}
      />
      {shown !== own && (
        <Button size="small" variant="ghost" onClick={takeOwn}>
          {messages.takeZone(inWords(own))}
        </Button>
      )}
    </div>
  )
}

const inWords = (zone: string) => zone.replaceAll('_', ' ')

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccountMessages } from '../../shared/account/account-messages.ts'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { type PushState, pushState, subscribe, unsubscribe } from './push-subscription.ts'
import styles from './settings.module.css'

/** Messages on this very device, on or off; nothing where they can't be. */
export function PushHere({ uid }: { uid: string }) {
  const { settings } = useAccountMessages()
  const { push: messages } = settings
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const queryKey = ['account', uid, 'push']
  const { data: state } = useQuery({ queryKey, queryFn: ({ signal }) => pushState(signal) })
  const turning = useOwnWrite({
    mutationFn: (on: boolean) => (on ? subscribe() : unsubscribe()),
    onSuccess: (next: PushState) => queryClient.setQueryData(queryKey, next),
  })
  if (state === undefined || state === 'not-offered') return null
  return (
    <>
      <p className={styles.quiet}>{messages.states[state]}</p>
      {turning.isError && <Alert tone="error">{errorText(turning.error, settings.saveFailed)}</Alert>}
      {state !== 'refused' && (
        <div className={styles.actions}>
          <Button pending={turning.isPending} onClick={() => turning.mutate(state === 'off')}>
            {state === 'off' ? messages.turnOn : messages.turnOff}
          </Button>
        </div>
      )}
    </>
  )
}

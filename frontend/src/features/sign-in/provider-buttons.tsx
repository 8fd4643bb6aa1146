import type { providersReply } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import styles from './sign-in.module.css'

/**
 * Sign-in with an account from elsewhere; only what the operator has configured is offered. The way there and back is
 * by navigation, and ends at `returnTo`.
 */
export function ProviderButtons({ returnTo }: { returnTo: string }) {
  const { signIn } = useMessages()
  const { data: providers = [] } = useQuery({
    queryKey: ['auth', 'providers'],
    queryFn: async ({ signal }) =>
      (await learnerApi.get<Reply<typeof providersReply>>('/api/auth/providers', { signal })).providers,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (providers.length === 0) return null
  const query = new URLSearchParams({ returnTo })
  return (
    <div className={styles.providers}>
      {providers.map((provider) => (
        <a key={provider} href={`/api/auth/oauth/${provider}?${query}`} className={styles.provider}>
          {signIn[provider]}
        </a>
      ))}
      <p className={styles.or}>{signIn.or}</p>
    </div>
  )
}

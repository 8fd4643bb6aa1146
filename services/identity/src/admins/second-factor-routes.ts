import {
  confirmSecondFactor,
  createRecoveryCodes,
  enrollSecondFactor,
  getSecondFactor,
  removeSecondFactor,
} from '@rehearse/contracts'
import { type App, principalOf, serve } from '@rehearse/service-kit'
import { hashQueueKeyOf } from '../limits/install-attempt-limits.ts'
import { clearAdminCookie, setAdminCookie } from '../sessions/cookies.ts'
import { deviceOf } from '../sessions/device.ts'
import {
  confirmEnrollment,
  enrollTotp,
  removeTotp,
  renewRecoveryCodes,
  secondFactorOf,
} from './second-factor.ts'
import { type AdminSessionRouteDependencies, signedInView } from './session-routes.ts'

/** Routes of an admin's own second factor and its recovery codes. */
export function secondFactorRoutes(app: App, dependencies: AdminSessionRouteDependencies): void {
  const { db, totpRequired } = dependencies

  serve(app, getSecondFactor, async (request) => {
    const own = await secondFactorOf(db, principalOf(request).id)
    return { success: true as const, secondFactor: { ...own, required: totpRequired } }
  })

  serve(app, enrollSecondFactor, async (request) => {
    const begun = await enrollTotp(
      dependencies,
      principalOf(request).id,
      request.body.password,
      hashQueueKeyOf(request),
    )
    return { success: true as const, ...begun }
  })

  serve(app, confirmSecondFactor, async (request, reply) => {
    const { id, sessionId, role } = principalOf(request)
    const caller = { id, sessionId, isEnrolling: role === 'enrolling_admin' }
    const confirmed = await confirmEnrollment(dependencies, caller, request.body.code, deviceOf(request))
    const { recoveryCodes, signedIn } = confirmed
    request.log.info({ adminId: id }, 'an admin turned on their second factor')
    if (signedIn !== undefined) setAdminCookie(reply, signedIn.token)
    return {
      success: true as const,
      recoveryCodes,
      ...(signedIn !== undefined && { admin: signedInView(signedIn) }),
    }
  })

  serve(app, removeSecondFactor, async (request, reply) => {
    const caller = principalOf(request)
    await removeTotp(dependencies, caller, request.body, {
      required: totpRequired,
      turn: hashQueueKeyOf(request),
    })
    request.log.warn({ adminId: caller.id }, 'an admin removed their second factor')
    if (totpRequired) clearAdminCookie(reply)
    return { success: true as const, message: 'Two-step sign-in is off' }
  })

  serve(app, createRecoveryCodes, async (request) => {
    const adminId = principalOf(request).id
    const recoveryCodes = await renewRecoveryCodes(
      dependencies,
      adminId,
      request.body,
      hashQueueKeyOf(request),
    )
    request.log.info({ adminId }, 'an admin created new recovery codes')
    return { success: true as const, recoveryCodes }
  })
}

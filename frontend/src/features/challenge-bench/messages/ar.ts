import type { BenchMessages } from './en.ts'

export const bench: BenchMessages = {
  title: 'جرّب اختباراته',
  lead: 'يجب أن تفشل شيفرة البداية وأن ينجح الحل. كلاهما يعمل في البيئة المعزولة نفسها التي تعمل فيها شيفرة المتعلمين.',
  run: 'شغّل الاختبارات على الاثنين',
  running: 'يجري التشغيل…',
  page: 'صفحة الحل',
  noRunner: 'لا يمكن تشغيل الشيفرة هنا الآن.',
  solution: (passed, all) => `ينجح الحل في ${passed} من ${all} من الاختبارات`,
  starter: (passed, all) => `تفشل شيفرة البداية في ${all - passed} من ${all} من الاختبارات`,
  mustPass: 'لا يمكن لأحد أن يحل التحدي كما هو: الحل ينجح في كل اختبار.',
  mustFail: 'لا شيء يُعمل هنا: شيفرة البداية تنجح في كل اختبار.',
  old: 'تغيّر التحدي منذ تشغيل هذه الاختبارات.',
  starterPasses: 'البداية تنجح',
  starterFails: 'البداية تفشل',
  solutionPasses: 'الحل ينجح',
  solutionFails: 'الحل يفشل',
  expected: 'المتوقّع',
  got: 'الناتج',
  nothing: 'لا شيء: لم يُبلَغ الاختبار',
}

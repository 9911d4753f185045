/** Whether `s`, a subscription, runs at `:now` on a plan that costs something. */
export const RUNS_PAID = `s.status = 'active' and s.plan_id in (select id from plans where name <> 'free')
  and (s.current_period_end is null or s.current_period_end > :now)`;

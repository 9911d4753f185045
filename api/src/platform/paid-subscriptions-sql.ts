/** Whether the subscription `s` runs at `:now` on a paid plan. */
export const RUNS_PAID = `s.status = 'active' and s.plan_id in (select id from plans where name <> 'free')
  and (s.current_period_end is null or s.current_period_end > :now)`;

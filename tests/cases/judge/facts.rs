//! Single facts, counted; those that do not hold are kept with what was found.

/// What was compared.
#[derive(Debug, Default, Clone)]
pub struct Facts {
    pub compared: usize,
    pub failures: Vec<String>,
    pub taken: Taken,
}

/// How often a case's leave was taken.
#[derive(Debug, Default, Clone, Copy)]
pub struct Taken {
    /// A refusal in place of the request.
    pub refusals: usize,
    /// A request in place of the refusal.
    pub requests: usize,
    /// An optional check that does not apply.
    pub optional: usize,
    /// A value that is no legal one, read as what it stands for.
    pub lenient: usize,
}

impl Taken {
    /// Which leaves were taken.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        let words = [
            (self.refusals, "or_refuse"),
            (self.requests, "or_request"),
            (self.optional, "optional"),
            (self.lenient, "read as what it stands for"),
        ];
        words.into_iter().filter(|(count, _)| *count > 0).map(|(_, word)| word)
    }
}

impl Facts {
    /// One fact.
    pub fn that(&mut self, holds: bool, otherwise: impl FnOnce() -> String) {
        self.compared += 1;
        if !holds {
            self.failures.push(otherwise());
        }
    }

    /// One fact: two texts or numbers are the same.
    pub fn same<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, expected: &T, found: &T) {
        self.that(expected == found, || format!("{what}: expected {expected:?}, found {found:?}"));
    }

    /// A fact that cannot even be looked at.
    pub fn fail(&mut self, why: impl Into<String>) {
        self.that(false, || why.into());
    }

    pub fn hold(&self) -> bool {
        self.failures.is_empty()
    }

    /// Takes over the first of several ways that holds, or tells why none does.
    pub fn either<'w, W>(&mut self, ways: impl IntoIterator<Item = (&'w str, W)>)
    where
        W: FnOnce(&mut Facts),
    {
        let mut told = Vec::new();
        let mut most = 0;
        for (name, way) in ways {
            let mut facts = Facts::default();
            way(&mut facts);
            if facts.hold() && facts.compared > 0 {
                self.add(facts);
                return;
            }
            most = most.max(facts.compared);
            told.push(format!("{name}: {}", facts.failures.join("; ")));
        }
        self.compared += most.max(1);
        self.failures.push(told.join(" || "));
    }

    /// Takes over what was compared elsewhere.
    pub fn add(&mut self, other: Facts) {
        self.compared += other.compared;
        self.failures.extend(other.failures);
        self.taken.refusals += other.taken.refusals;
        self.taken.requests += other.taken.requests;
        self.taken.optional += other.taken.optional;
        self.taken.lenient += other.taken.lenient;
    }
}

/// An error of the database: the request may succeed when it is repeated later.
protocol DatabaseFailure: Error {}
